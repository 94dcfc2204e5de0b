// iap (node-iap): the last purchase, and the receipt; asks the sandbox after 21007.
'use strict';
const { load, answer, day } = require('./answers');
const { verifyPayment } = load('/index.js');

answer(async (receipt) => {
  const said = await new Promise((resolve, reject) => {
    verifyPayment('apple', { receipt }, (error, result) => (error ? reject(error) : resolve(result)));
  });
  return `${said.environment}: productId ${said.productId}, expirationDate ${day(said.expirationDate)}, ` +
    `pendingRenewalInfo ${said.pendingRenewalInfo}`;
}, (error) => error.status !== undefined);
