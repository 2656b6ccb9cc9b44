// The games as WebAssembly. `contract` is a game's part of mecenate.json, `module` the bytes of its .wasm file (or a compiled
// WebAssembly.Module), `weights` those of its .weights file, if the search is wanted. A seed of more than 53 bits has to be a BigInt.
// A state is a Uint8Array: what `state` shows is the position itself, until the next call; `load` goes back to a copy of one.
export async function open(key, contract, module, weights) {
  const made = await WebAssembly.instantiate(module)
  const { memory, __heap_base: base, ...own } = (made.instance ?? made).exports
  const wide = typeof base.value === 'bigint' // 64-bit memory: addresses are BigInts, in older engines but for `grow`
  const at = (place) => (wide ? BigInt(place) : place)
  const call = (name, ...given) => own[`${key}_${name}`](...given)
  let end = Number(base.value)
  const reserve = (bytes) => {
    const place = (end = Math.ceil(end / 16) * 16)
    end += bytes
    const pages = Math.ceil((end - memory.buffer.byteLength) / 65536)
    if (pages > 0) {
      try { memory.grow(pages) } catch { memory.grow(BigInt(pages)) } // prettier-ignore
    }
    return place
  }
  const put = (place, figures) => new BigInt64Array(memory.buffer, place, figures.length).set(figures.map(BigInt))
  const list = (Kind, place, n) => Array.from(new Kind(memory.buffer, place, n), Number)

  const seats = Math.max(...contract.seats)
  const [state, mask, generator] = [reserve(contract.state), reserve(8 * contract.mask), reserve(8)]
  const [options, out] = [reserve(8 * (contract.options.length + 1)), reserve(16 * seats)]
  const learnt = weights && reserve(weights.byteLength)
  if (weights) new Uint8Array(memory.buffer).set(ArrayBuffer.isView(weights) ? weights : new Uint8Array(weights), learnt)
  let room = [0, 0] // to think in: how much, and where
  let players = 0
  const head = (k) => new Int32Array(memory.buffer, state + 8, 5)[k]
  return {
    contract,
    /** A new game; `chosen`: the number of the value of each option, 0 where it says nothing. */
    start(count, seed, chosen = {}) {
      put(options, [(players = count), ...contract.options.map((one) => chosen[one.key] ?? 0)])
      call('start', at(state), BigInt(seed), at(options))
    },
    get state() { return new Uint8Array(memory.buffer, state, contract.state) }, // prettier-ignore
    load(bytes, count) {
      this.state.set(bytes)
      players = count
    },
    /** The seat that is asked, -1 when the game is over, and what it is asked; how many moves were made. */
    get asked() { return head(0) }, // prettier-ignore
    get question() { return contract.questions[head(1)] }, // prettier-ignore
    get ply() { return head(2) }, // prettier-ignore
    get revealed() { return head(3) !== 0 }, // prettier-ignore
    /** What the last move caused. */
    get events() {
      const told = new DataView(memory.buffer, state + 28)
      const one = (p) => ({ kind: contract.events[told.getInt8(p)], seat: told.getInt8(p + 1), a: told.getInt16(p + 2, true), b: told.getInt16(p + 4, true) }) // prettier-ignore
      return Array.from({ length: head(4) }, (_, k) => one(6 * k))
    },
    legal() {
      call('legal', at(state), at(mask))
      const found = []
      new Uint32Array(memory.buffer, mask, 2 * contract.mask).forEach((word, k) => {
        for (let left = word; left; left &= left - 1) found.push(32 * k + 31 - Math.clz32(left & -left))
      })
      return found
    },
    step(move) { call('step', at(state), BigInt(move)) }, // prettier-ignore
    /** Why a move is not offered; 'offered' if it is. */
    why(move) { return contract.reasons[Number(call('why', at(state), BigInt(move)))] }, // prettier-ignore
    redeal(seat, seed) { call('redeal', at(state), BigInt(seat), BigInt(seed)) }, // prettier-ignore
    /** Random answers to the end of the game; says how many of them were choices, and the number that the next game takes. */
    rollout(from) {
      new BigUint64Array(memory.buffer, generator, 1)[0] = BigInt(from)
      const decisions = Number(call('rollout', at(state), at(mask), at(generator)))
      return { decisions, from: new BigUint64Array(memory.buffer, generator, 1)[0] }
    },
    result() {
      call('result', at(state), at(out))
      const told = list(BigInt64Array, out, 2 * players)
      return { scores: told.slice(0, players), places: told.slice(players) }
    },
    value(seat) { return call('value', at(state), BigInt(seat)) }, // prettier-ignore
    /** The answer after so many simulations, and what each seat may expect: its chance to win, its points. */
    search(simulations, seed) {
      const bytes = Number(call('search_memory', BigInt(simulations)))
      if (room[0] < bytes) room = [bytes, reserve(bytes)]
      const move = Number(call('search', at(state), BigInt(players), BigInt(simulations), BigInt(seed), at(learnt), at(room[1]), at(out))) // prettier-ignore
      const expected = list(Float64Array, out, 2 * players)
      return { move, chances: expected.slice(0, players), scores: expected.slice(players) }
    },
  }
}
