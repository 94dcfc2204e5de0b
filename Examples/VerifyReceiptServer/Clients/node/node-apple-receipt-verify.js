// node-apple-receipt-verify: a list of purchases that have not expired; asks the sandbox after 21007 and 21002.
'use strict';
const { load, answer, day } = require('./answers');
const verifier = load('/index.js');
verifier.config({ environment: ['production', 'sandbox'], extended: true });

answer(async (receipt) => {
  const products = await verifier.validate({ receipt });
  return products.map((one) => `${one.productId} until ${day(one.expirationDate)} ` +
    `cancelled ${day(one.cancellationDate)}, ${one.environment}`).join(', ') || 'nothing';
}, (error) => error.appleStatus !== undefined || error instanceof verifier.EmptyError);
