import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * A connection that is kept, written and read as bytes: what makes the load of a measurement is to cost
 * less than what bears it. One request at a time, and answers that say how long they are.
 */
export async function rawConnection(port) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay();
  await once(socket, 'connect');
  return {
    /** Writes a request; resolves with the status of the answer. */
    async ask(method, path, headers = {}, body = '') {
      const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers });
      if (body) lines.push(['content-type', 'application/json'], ['content-length', body.length]);
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const answer = answerOn(socket);
      socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
      return Number((await answer).slice('HTTP/1.1 '.length, 12));
    },
    close: () => socket.destroy(),
  };
}

function answerOn(socket) {
  return new Promise((resolve, reject) => {
    let text = '';
    const onClose = () => reject(new Error('the server closed the connection'));
    const onData = (chunk) => {
      text += chunk;
      const end = text.indexOf('\r\n\r\n');
      const [, length] = /content-length: (\d+)/i.exec(text) ?? [];
      if (end < 0 || text.length < end + 4 + Number(length)) return;
      socket.off('data', onData).off('close', onClose);
      resolve(text);
    };
    socket.on('data', onData).on('close', onClose);
  });
}
