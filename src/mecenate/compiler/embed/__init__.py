"""The games for other languages: a C header, libraries for five systems, WebAssembly, and what the search has learnt."""
