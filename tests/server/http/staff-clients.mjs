// @ts-check
// Staff at work, in a process of their own: {address, token, milliseconds} answers {p99, count}, in milliseconds.
const CLIENTS = 8;
const PAUSE_MS = 10;

process.on(
  "message",
  async (/** @type {{ address: string, token: string, milliseconds: number }} */ work) => {
    /** @type {number[]} */
    const took = [];
    const end = performance.now() + work.milliseconds;
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let n = 0; performance.now() < end; n += 1) {
          const began = performance.now();
          await (n % 2 === 0 ? list(work) : save(work, `${client} ${n} ${began}`));
          took.push(performance.now() - began);
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
      }),
    );
    took.sort((one, other) => one - other);
    process.send?.({ p99: took[Math.floor(took.length * 0.99)], count: took.length });
  },
);
process.on("disconnect", () => process.exit());

/** @param {{ address: string, token: string }} work */
async function list({ address, token }) {
  const answer = await fetch(`${address}/api/rest/subjects?limit=20`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status !== 200) throw new Error(`A list was answered ${answer.status}.`);
  await answer.json();
}

/** @param {{ address: string, token: string }} work @param {string} name */
async function save({ address, token }, name) {
  const answer = await fetch(`${address}/api/rest/subjects`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name }),
  });
  if (answer.status !== 201) throw new Error(`A save was answered ${answer.status}.`);
  await answer.json();
}
