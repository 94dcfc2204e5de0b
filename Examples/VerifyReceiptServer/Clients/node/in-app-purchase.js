// in-app-purchase: its module for Apple, what index.js calls; asks the sandbox after 21007 and 21002.
'use strict';
const { load, answer, day } = require('./answers');
const apple = load('/lib/apple.js');
apple.readConfig({});

answer(async (receipt) => {
  const said = await new Promise((resolve, reject) => {
    apple.setup(() => apple.validatePurchase(null, receipt, (error, data) => {
      if (!error) return resolve(data);
      error.isRefusal = data !== undefined;
      return reject(Object.assign(error, { message: `${data && data.status} ${error.message}` }));
    }));
  });
  const purchases = (options) => apple.getPurchaseData(said, options)
    .map((one) => `${one.productId} until ${day(one.expirationDate)}`).join(', ') || 'nothing';
  return `${said.sandbox ? 'sandbox' : 'production'}: ${purchases()}; neither expired nor cancelled: ` +
    purchases({ ignoreExpired: true, ignoreCanceled: true });
}, (error) => error.isRefusal);
