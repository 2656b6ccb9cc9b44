"""What can be asked of the server over HTTP, one file a subject. `operations.py` says how an operation is declared."""
