import type { Sandbox } from '../../sandbox/index.js';
import type { XrplGateway } from '../../xrpl/index.js';
import { approve, NOTES } from './approvals.js';
import type { DemoRun } from './run.js';

/** Many transactions with one approval, and approvals that come in any order. */
export async function manyDemo(
  run: DemoRun,
  sandbox: Sandbox,
  gateway: XrplGateway,
): Promise<void> {
  const treasury = gateway.forVault('0');
  const destination = await gateway.getAddress('1');
  await run.step('The treasury pays three bills with one approval (a batch).', () =>
    treasury.submitBatch(
      ['1.5', '2', '3.25'].map((amount) => {
        return { transactionType: 'xrpTransfer', params: { destination, amount } } as const;
      }),
    ),
  );
  await run.step('It sets two numbers aside, to be spent in any order (TicketCreate).', () =>
    treasury.submit({ TransactionType: 'TicketCreate', TicketCount: 2 }),
  );
  const pay = (amount: string, note: string) =>
    treasury.xrpTransfer({ destination, amount }, { useTickets: true, note });
  const [alices, bobs] = [pay('4', NOTES.alice), pay('5', NOTES.bob)];
  await run.step(
    'Alice, then Bob, is asked for a transfer with a Ticket; Bob answers first.',
    async () => {
      await bothAsked(sandbox);
      approve(sandbox, NOTES.bob);
      return bobs;
    },
  );
  await run.step('Then Alice approves hers, which still has its own number.', () => {
    approve(sandbox, NOTES.alice);
    return alices;
  });
}

async function bothAsked({ custody }: Sandbox): Promise<void> {
  const waiting = () =>
    custody.transactions.filter(({ status }) => status === 'PENDING_AUTHORIZATION').length;
  while (waiting() < 2) await new Promise((resolve) => setTimeout(resolve, 50));
}
