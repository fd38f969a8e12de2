import { connect } from 'node:net'

/** Address of clamd: the path of its socket, or host and port. */
export type ScannerAddress = { readonly path: string } | { readonly host: string; readonly port: number }

/** The result of a scan: nothing found, the name of a virus, or why the file was not scanned. */
export type ScanResult = { readonly is: 'clean' } | { readonly is: 'infected'; readonly virus: string } | { readonly is: 'unscanned'; readonly why: string }

// clamd refuses a chunk above its StreamMaxLength, so chunks stay small.
const chunkBytes = 64 * 1024
const maxAnswerBytes = 4096

function parseScanAnswer(text: string): ScanResult {
  const answer = text.replace(/\0/g, '').trim()
  if (answer === 'stream: OK') return { is: 'clean' }
  const virus = /^stream: (.{1,200}) FOUND$/.exec(answer)?.[1]
  return virus === undefined ? { is: 'unscanned', why: answer.slice(0, 200) || 'no answer' } : { is: 'infected', virus }
}

/**
 * Asks clamd about the bytes with INSTREAM. The result is `unscanned` if the scanner is unreachable, slow or failing.
 */
export function scanForViruses(address: ScannerAddress, bytes: Uint8Array, withinMs: number): Promise<ScanResult> {
  return new Promise((resolve) => {
    const socket = connect(address)
    let text = ''
    const finish = (result: ScanResult) => {
      resolve(result)
      socket.destroy()
    }
    socket.setTimeout(withinMs, () => finish({ is: 'unscanned', why: `no answer within ${withinMs} ms` }))
    socket.on('error', (error) => finish({ is: 'unscanned', why: error.message }))
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1')
      if (text.length > maxAnswerBytes) finish({ is: 'unscanned', why: 'a long answer' })
    })
    socket.on('end', () => finish(parseScanAnswer(text)))
    socket.on('connect', () => {
      socket.write('zINSTREAM\0')
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const chunk = bytes.subarray(at, at + chunkBytes)
        const length = Buffer.alloc(4)
        length.writeUInt32BE(chunk.length)
        socket.write(length)
        socket.write(chunk)
      }
      socket.write(Buffer.alloc(4))
    })
  })
}
