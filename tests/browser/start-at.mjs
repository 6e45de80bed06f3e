// What `npm start` starts, with the page of another folder: the only argument.
// By its address, for it is not there before a build: types are not looked up in it.
const { start } = await import(new URL("../../dist/server/server.js", import.meta.url).href);
const [, , browserFolder = ""] = process.argv;
const hookThread = new URL("../../dist/server/hook-thread.js", import.meta.url);
const backupThread = new URL("../../dist/server/backup-thread.js", import.meta.url);
await start(process.env, { browserFolder, hookThread, backupThread });
