// A bot that plays any game, with nothing but Node 18 or newer: node bot.mjs http://127.0.0.1:8000 TOKEN
//
// It waits for its turns, looks at what is offered and takes one by chance. Write a better `choose` and you have a better bot.
// Make the token with `mecenate admin token NAME` or in the browser (Settings, Programs), and sit down at a table as yourself.

const [server, token] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };

const choose = (situation) => situation.offers[Math.floor(Math.random() * situation.offers.length)].notation;

async function ask(path, body) {
  const answer = await fetch(server + path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.message);
  return found;
}

async function* lines(path) {
  const answer = await fetch(server + path, { headers });
  if (!answer.ok) throw new Error((await answer.json()).message);
  let rest = "";
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    yield* parts.map((line) => JSON.parse(line));
  }
}

async function answer({ table, seat }) {
  const situation = await ask(`/api/tables/${table}/situation?seat=${seat}`);
  if (!situation.offers.length) return; // somebody took a move back, or the game is paused
  const move = { seat, move: choose(situation), after: situation.position, seen: situation.seq };
  console.log(table, move.move, (await ask(`/api/tables/${table}/move`, move)).status);
}

for await (const event of lines("/api/stream")) {
  if (event.type === "turn") await answer(event).catch((error) => console.error(event.table, error.message));
  if (event.type === "finished") console.log(event.table, "is over:", event.scores?.join(" ") ?? "closed");
}
