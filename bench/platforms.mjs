// Plays the jobs of bench/platforms.py in WebAssembly: `node platforms.mjs FOLDER wasm32|wasm64`; see platforms.c.
const MASK = (1n << 64n) - 1n

export function play(game, [played, searches, simulations, ...options]) {
  let hash = 0xcbf29ce484222325n
  const note = (word) => (hash = ((hash ^ (BigInt(word) & MASK)) * 0x100000001b3n) & MASK)
  const all = (bytes) => new BigUint64Array(bytes.slice().buffer).forEach(note)
  const start = (seed) => game.start(options[0], seed, Object.fromEntries(game.contract.options.map((one, k) => [one.key, options[k + 1]])))
  let from = 1n
  for (let seed = 0; seed < played; seed++) {
    start(seed)
    const told = game.rollout(from)
    from = told.from
    note(told.decisions)
    const { scores, places } = game.result()
    all(game.state)
    for (const figure of [...scores, ...places]) note(figure)
  }
  for (let seed = 0; seed < searches; seed++) {
    start(seed)
    for (let ply = 0; ply < 9 + 13 * seed && game.asked >= 0; ply++) {
      const offered = game.legal()
      game.step(offered[(7 * ply + seed) % offered.length])
    }
    const over = game.asked < 0
    const found = game.search(simulations, seed)
    note(found.move)
    for (const figure of [...found.chances, ...found.scores]) all(new Uint8Array(Float64Array.of(over ? 0 : figure).buffer))
  }
  return hash.toString(16).padStart(16, '0')
}

async function main(folder, target) {
  const { readFileSync } = await import('node:fs') // not above: browsers read this file too
  const { open } = await import(`file://${folder}/mecenate.mjs`)
  const contracts = JSON.parse(readFileSync(`${folder}/mecenate.json`))
  const games = {}
  for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
    const [key, ...numbers] = line.split(' ')
    const file = (name) => readFileSync(`${folder}/${key}${name}`)
    games[key] ??= await open(key, contracts[key], file(`-${target}.wasm`), file('.weights'))
    console.log(play(games[key], numbers.map(Number)))
  }
}

if (globalThis.process?.argv[3]) await main(process.argv[2], process.argv[3])
