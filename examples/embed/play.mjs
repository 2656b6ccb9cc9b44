// A whole game by random answers, and one by the search: `node play.mjs` in the folder that
// `python -m mecenate.compiler.embed` has written, or `node play.mjs FOLDER`.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const folder = resolve(process.argv[2] ?? '.')
const { open } = await import(`file://${folder}/mecenate.mjs`)
const contract = JSON.parse(readFileSync(`${folder}/mecenate.json`)).carrara
const game = await open('carrara', contract, readFileSync(`${folder}/carrara-wasm32.wasm`), readFileSync(`${folder}/carrara.weights`))

game.start(3, 2026n, { version: 1 })
while (game.asked >= 0) {
  const offered = game.legal()
  let move = offered[Math.floor(Math.random() * offered.length)]
  if (game.ply === 20) {
    const found = game.search(200, 1n)
    console.log(`The search prefers ${contract.moves[found.move]}; chances to win:`, found.chances.map((one) => one.toFixed(2)).join(', '))
    move = found.move
  }
  if (game.ply % 20 === 0) console.log(`${game.ply}: seat ${game.asked} is asked "${game.question}" and answers ${contract.moves[move]}`)
  game.step(move)
}
const { scores, places } = game.result()
scores.forEach((points, seat) => console.log(`seat ${seat}: ${points} points, place ${places[seat]}`))
