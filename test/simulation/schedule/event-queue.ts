/** Something that happens at a moment. */
export interface SimulatedEvent {
  readonly dueMs: number;
  /** What decides between two of one moment. */
  readonly number: number;
  readonly label: string;
  readonly run: () => void;
  isCancelled: boolean;
}

/** A binary heap: the earliest first, and of one moment the one with the lowest number. */
export class EventQueue {
  readonly #heap: SimulatedEvent[] = [];

  push(event: SimulatedEvent): void {
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(event, heap[parent])) break;
      swap(heap, at, parent);
      at = parent;
    }
  }

  /** The next that is not cancelled. */
  pop(): SimulatedEvent | undefined {
    for (;;) {
      const first = this.#take();
      if (first === undefined || !first.isCancelled) return first;
    }
  }

  #take(): SimulatedEvent | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (isBefore(heap[left], heap[least])) least = left;
      if (isBefore(heap[right], heap[least])) least = right;
      if (least === at) return first;
      swap(heap, at, least);
      at = least;
    }
  }
}

function isBefore(a: SimulatedEvent | undefined, b: SimulatedEvent | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.number < b.number);
}

function swap(heap: SimulatedEvent[], one: number, other: number): void {
  const [a, b] = [heap[one], heap[other]];
  if (a === undefined || b === undefined) return;
  heap[one] = b;
  heap[other] = a;
}
