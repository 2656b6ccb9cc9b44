// Checks a table's promise here in the browser: is the commitment the SHA-256 of "seed:salt"?
// The hash is worked out by hand, since the browser's own needs https, and a game at home may have none.

const K = [];
const START = [];
(function constants() {
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
  for (let n = 2; K.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (START.length < 8) START.push(fraction(Math.sqrt(n)));
    K.push(fraction(Math.cbrt(n)));
  }
})();

const turn = (x, n) => (x >>> n) | (x << (32 - n));

function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const blocks = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 4, bytes.length * 8);
  const state = START.slice();
  const w = new Int32Array(64);
  for (let at = 0; at < blocks.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = view.getInt32(at + 4 * i);
        continue;
      }
      const a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + a + w[i - 7] + b) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (state[i] + value) | 0));
  }
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

if (typeof document !== "undefined") {
  const form = document.querySelector("form");
  const given = new URLSearchParams(location.hash.slice(1)); // behind the #, so that it is not sent
  for (const name of ["commitment", "seed", "salt"]) if (given.has(name)) form.elements[name].value = given.get(name);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const value = (name) => form.elements[name].value.trim();
    const found = sha256(`${value("seed")}:${value("salt")}`);
    const fits = found === value("commitment").toLowerCase();
    document.querySelector("output").textContent = fits ? form.dataset.yes : `${form.dataset.no} ${found}`;
  });
} else {
  globalThis.sha256 = sha256;
}
