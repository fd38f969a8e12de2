import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWorker, type Worker } from 'tesseract.js'
import type { Raster } from '#/server/people/identity/geometry.ts'

/** A recognised word with its position as fractions of the picture. */
export interface Word {
  readonly text: string
  /** 0 to 100. */
  readonly confidence: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export type RecognitionLanguage = 'chi_sim' | 'eng'

interface RecognitionOptions {
  readonly tongue: RecognitionLanguage
  /** Scattered words, or one line. */
  readonly layout: 'scattered' | 'line'
  /** Restricts recognition to these characters. */
  readonly only?: string
}

/** Recognises text, one request at a time. */
export interface Engine {
  /** Returns the words of each line, from left to right. */
  lines(picture: Raster, options: RecognitionOptions): Promise<Word[][]>
  close(): Promise<void>
}

// The models come with the packages, so nothing is downloaded.
function modelFolder(language: RecognitionLanguage): string {
  return join(dirname(fileURLToPath(import.meta.resolve(`@tesseract.js-data/${language}/package.json`))), '4.0.0_best_int')
}

const lstmOnly = 1
const pageModes = { scattered: '11', line: '7' } as const

function toPortableGreymap({ width, height, bytes }: Raster): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), bytes])
}

/** Starts the engine; each language model is loaded on first use. */
export function openEngine(): Engine {
  const workers = new Map<RecognitionLanguage, Promise<Worker>>()
  const workerFor = (language: RecognitionLanguage): Promise<Worker> => {
    let worker = workers.get(language)
    if (!worker) {
      // The failure reaches the pending request. Without a handler the failure would also end the thread.
      const options = { langPath: modelFolder(language), cacheMethod: 'none', gzip: true, errorHandler: () => undefined }
      worker = createWorker(language, lstmOnly, options, { load_system_dawg: '1' })
      workers.set(language, worker)
    }
    return worker
  }
  return {
    async lines(picture, { tongue, layout, only = '' }) {
      const worker = await workerFor(tongue)
      const options = { tessedit_pageseg_mode: pageModes[layout], tessedit_char_whitelist: only, user_defined_dpi: '300' }
      const { data } = await worker.recognize(toPortableGreymap(picture), options as object, { blocks: true, text: false })
      const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
      return lines.map((line) =>
        line.words.map(({ text, confidence, bbox }) => ({
          text,
          confidence,
          left: bbox.x0 / picture.width,
          right: bbox.x1 / picture.width,
          top: bbox.y0 / picture.height,
          bottom: bbox.y1 / picture.height,
        })),
      )
    },
    async close() {
      for (const worker of workers.values()) await (await worker).terminate()
      workers.clear()
    },
  }
}
