import { LIQUIDITY } from '../../operations/liquidity.js';
import { RAMPS } from '../../operations/ramps.js';
import { exclusively, type Shared } from '../rules/exclusive.js';
import { foundRamp } from '../rules/found.js';
import { checkQuote, executedQuote } from '../rules/quotes.js';
import { checkRamp } from '../rules/ramps.js';
import { one, ordered, type Serving, written } from '../serving.js';

const QUOTES = { components: ['liquidity'] } as const;
const RAMP = { components: ['ramps'] } as const;

/** Quotes and ramps. */
export function markets(shared: Shared): readonly Serving[] {
  return [
    ordered(QUOTES, LIQUIDITY.getQuotes, ({ liquidity }, { accountId, call }, request) =>
      liquidity?.listQuotes(accountId, request, call),
    ),
    written(QUOTES, LIQUIDITY.createQuote, async (provider, asked, request) => {
      await checkQuote(provider, asked, request);
      return provider.liquidity?.createQuote(asked.accountId, request, asked.call);
    }),
    one(QUOTES, LIQUIDITY.getQuoteDetails, ({ liquidity }, { accountId, id, call }) =>
      liquidity?.getQuote(accountId, id, call),
    ),
    one(QUOTES, LIQUIDITY.executeQuote, (provider, asked) => {
      const { accountId, id, call } = asked;
      return exclusively(shared, ['quote', accountId, id], call.signal, () =>
        executedQuote(provider, asked, shared.clock),
      );
    }),
    ordered(RAMP, RAMPS.getRamps, ({ ramps }, { accountId, call }, request) =>
      ramps?.list(accountId, request, call),
    ),
    written(
      { ...RAMP, status: 201 },
      RAMPS.createRamp,
      async (provider, asked, request) => {
        await checkRamp(provider, asked, request);
        return provider.ramps?.create(asked.accountId, request, asked.call);
      },
      async ({ ramps }, { accountId, call }, key, request) =>
        foundRamp(await ramps?.find(accountId, key, call), request),
    ),
    one(RAMP, RAMPS.getRampDetails, ({ ramps }, { accountId, id, call }) =>
      ramps?.get(accountId, id, call),
    ),
  ];
}
