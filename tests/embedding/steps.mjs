// Plays a game and tells of every step what Python tells too: `node steps.mjs FOLDER TARGET GAME`.
import { readFileSync } from 'node:fs'

const [folder, target, key] = process.argv.slice(2)
const { open } = await import(`file://${folder}/mecenate.mjs`)
const contract = JSON.parse(readFileSync(`${folder}/mecenate.json`))[key]
const game = await open(key, contract, readFileSync(`${folder}/${key}-${target}.wasm`))
const hex = (bytes) => Buffer.from(bytes).toString('hex')

game.start(3, 2n ** 64n - 1n, { [contract.options[1].key]: 1 })
const steps = []
while (game.asked >= 0) {
  const { asked, question, ply } = game
  const legal = game.legal()
  const move = legal[(5 * ply + 3) % legal.length]
  const refused = contract.moves.findIndex((_, one) => !legal.includes(one))
  const before = game.state.slice()
  game.redeal(asked, 7n)
  const redealt = hex(game.state)
  game.load(before, 3)
  game.step(move)
  steps.push({ asked, question, ply, legal, move, refused, why: game.why(refused), redealt, revealed: game.revealed, events: game.events })
}
console.log(JSON.stringify({ steps, ...game.result(), state: hex(game.state) }))
