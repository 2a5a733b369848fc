import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Count } from './text-format.js';

/**
 * The process's own metrics as text, by the names that prom-client gave them, which dashboards know. How late the event
 * loop was is told since the text before.
 */
export function processMetrics(): () => string {
  const lag = monitorEventLoopDelay();
  lag.enable();
  const startedAt = Date.now() / 1_000 - process.uptime();
  const version = versionText();
  return () => {
    const { user, system } = process.cpuUsage();
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
    const texts = [
      counted('process_cpu_user_seconds_total', 'Seconds of CPU time in the program.', user / 1e6),
      counted('process_cpu_system_seconds_total', 'Seconds of it in the system.', system / 1e6),
      counted('process_cpu_seconds_total', 'Seconds of CPU time.', (user + system) / 1e6),
      measured('process_start_time_seconds', 'Start, in seconds since the epoch.', startedAt),
      measured('process_resident_memory_bytes', 'Memory that is resident.', rss),
      measured('nodejs_heap_size_total_bytes', 'Size of the heap.', heapTotal),
      measured('nodejs_heap_size_used_bytes', 'What is used of the heap.', heapUsed),
      measured('nodejs_external_memory_bytes', 'Memory beside the heap.', external),
      ...(lag.count > 0 ? latenesses(lag) : []),
      version,
    ];
    lag.reset();
    return texts.join('');
  };
}

function latenesses(lag: ReturnType<typeof monitorEventLoopDelay>): readonly string[] {
  const { min, max, mean, stddev } = lag;
  const [p50, p90, p99] = [lag.percentile(50), lag.percentile(90), lag.percentile(99)];
  return Object.entries({ min, max, mean, stddev, p50, p90, p99 }).map(([which, nanoseconds]) =>
    measured(
      `nodejs_eventloop_lag_${which}_seconds`,
      `How late the event loop was: ${which}.`,
      nanoseconds / 1e9,
    ),
  );
}

function versionText(): string {
  const [major = '', minor = '', patch = ''] = process.versions.node.split('.');
  const labels = { version: process.version, major, minor, patch };
  const info = { name: 'nodejs_version_info', help: 'The version of Node.' };
  const count = new Count('gauge', { ...info, labels: ['version', 'major', 'minor', 'patch'] });
  count.add(labels);
  return count.text();
}

const counted = (name: string, help: string, value: number) =>
  ofValue('counter', name, help, value);
const measured = (name: string, help: string, value: number) => ofValue('gauge', name, help, value);

/** A metric without labels. */
function ofValue(type: 'counter' | 'gauge', name: string, help: string, value: number): string {
  const count = new Count(type, { name, help, labels: [] });
  count.add({}, value);
  return count.text();
}
