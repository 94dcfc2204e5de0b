// Says `ready`; then, for each line with a receipt in Base64, a line of JSON with what the client says.
// The hosts of Apple's endpoint are replaced in the client's source as it is loaded; nothing else is.
'use strict';
const Module = require('module');
const readline = require('readline');

const [production, sandbox, library] = process.argv.slice(2);
const compile = Module.prototype._compile;
let replaced = 0;
Module.prototype._compile = function (source, file) {
  const changed = source
    .replaceAll('buy.itunes.apple.com', () => (replaced++, new URL(production).host))
    .replaceAll('sandbox.itunes.apple.com', () => (replaced++, new URL(sandbox).host));
  return compile.call(this, changed, file);
};

exports.load = (path) => {
  const loaded = require(`${library}${path}`);
  if (replaced < 2) throw new Error('this client has other hosts in its source');
  return loaded;
};

// `ask` returns what the client says, or throws; `isRefusal` knows the client's own errors.
exports.answer = async (ask, isRefusal) => {
  process.stdout.write('ready\n');
  for await (const line of readline.createInterface({ input: process.stdin })) {
    let said;
    try {
      said = { verdict: 'valid', says: await ask(line.trim()) };
    } catch (error) {
      const kind = error instanceof TypeError || error instanceof ReferenceError || !isRefusal(error);
      said = { verdict: kind ? 'crashed' : 'refused', says: `${error.name}: ${error.message}` };
    }
    process.stdout.write(JSON.stringify(said) + '\n');
  }
};

exports.day = (time) => (time ? new Date(Number(time)).toISOString().slice(0, 10) : String(time));
