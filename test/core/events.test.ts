import { describe, expect, it } from 'vitest';
import { emitterFor } from '../../src/core/events.js';

describe('emitterFor', () => {
  it('tells every listener, in order, and bears with missing ones', () => {
    const heard: string[] = [];
    const emit = emitterFor<string>(
      (event) => heard.push(`one ${event}`),
      undefined,
      (event) => heard.push(`two ${event}`),
    );
    emit('first');
    emit('second');
    expect(heard).toEqual(['one first', 'two first', 'one second', 'two second']);
    expect(() => emitterFor<string>()('nobody listens')).not.toThrow();
  });

  it('swallows what a listener throws, and tells the next one all the same', () => {
    const heard: number[] = [];
    const emit = emitterFor<number>(
      () => {
        throw new Error('the listener is broken');
      },
      (event) => heard.push(event),
    );
    emit(1);
    emit(2);
    expect(heard).toEqual([1, 2]);
  });

  it('swallows the rejection of an async listener, which would end the process', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', listen);
    try {
      emitterFor<number>(async () => {
        throw new Error('the listener is broken');
      })(1);
      // Node looks for unhandled rejections once the microtasks are done.
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('unhandledRejection', listen);
    }
    expect(unhandled).toEqual([]);
  });
});
