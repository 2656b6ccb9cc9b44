import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Built into the Python package, into a folder of its own: building empties it. All paths are relative and pages are told apart
// by the part behind #, so that the program can live below any path of a host.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/mecenate/server/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    license: { fileName: "licences.json" }, // of all that is built in and not ours: shown by pages/About.svelte
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
