import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { plain } from '#/web/kernel/language.ts'
import { texts } from './texts.ts'

const sharpest = 2
/** Height to width of a page that is not known yet. */
const a4 = 297 / 210

async function openPdf(url: string): Promise<PDFDocumentLoadingTask> {
  const [pdfjs, answer] = await Promise.all([import('pdfjs-dist'), fetch(url)])
  if (!answer.ok) throw new Error(plain(texts.brokenPaper))
  pdfjs.GlobalWorkerOptions.workerSrc = worker
  return pdfjs.getDocument({ data: new Uint8Array(await answer.arrayBuffer()) })
}

/** One page, rendered when it comes near the viewport, with its text for screen readers. */
function Sheet({ pdf, at }: { readonly pdf: PDFDocumentProxy; readonly at: number }) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [words, setWords] = useState('')
  const [shape, setShape] = useState(a4)
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const page = await pdf.getPage(at)
      const plainView = page.getViewport({ scale: 1 })
      const [box, sheet] = [frame.current, canvas.current]
      if (isGone || !box || !sheet) return
      setShape(plainView.height / plainView.width)
      const scale = (box.clientWidth / plainView.width) * Math.min(sharpest, window.devicePixelRatio || 1)
      const viewport = page.getViewport({ scale })
      sheet.width = viewport.width
      sheet.height = viewport.height
      await page.render({ canvas: sheet, viewport }).promise
      const content = await page.getTextContent()
      if (!isGone) setWords(content.items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    const box = frame.current
    if (!box) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        watch.disconnect()
        draw().catch(() => undefined)
      },
      { rootMargin: '800px' },
    )
    watch.observe(box)
    return () => {
      isGone = true
      watch.disconnect()
    }
  }, [pdf, at])
  return (
    <div ref={frame} className="g-sheet" style={{ aspectRatio: `1 / ${shape}` }}>
      <canvas ref={canvas} role="img" aria-label={`${plain(texts.page)} ${at}`} />
      <p className="g-vanished">{words}</p>
    </div>
  )
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

interface ContractViewProps {
  readonly url: string
  /** The last line was in sight; with the number of pages. */
  readonly onEnd: (pages: number) => void
  readonly onBroken: () => void
}

/** The document, page under page; calls `onEnd` when its end is reached. */
export function ContractView({ url, onEnd, onBroken }: ContractViewProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const scroller = useRef<HTMLElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const handlers = useRef({ onEnd, onBroken })
  handlers.current = { onEnd, onBroken }
  useEffect(() => {
    let isGone = false
    let opened: PDFDocumentLoadingTask | null = null
    openPdf(url)
      .then(async (task) => {
        opened = task
        const found = await task.promise
        if (!isGone) setPdf(found)
      })
      .catch(() => !isGone && handlers.current.onBroken())
    return () => {
      isGone = true
      void opened?.destroy()
    }
  }, [url])
  useEffect(() => {
    if (!pdf || !end.current || !scroller.current) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) handlers.current.onEnd(pdf.numPages)
      },
      { root: scroller.current },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [pdf])
  return (
    <section
      ref={scroller}
      className="g-paper"
      aria-label={plain(texts.document)} // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
      tabIndex={0}
    >
      {pdf ? (
        <>
          {numbersTo(pdf.numPages).map((at) => (
            <Sheet key={at} pdf={pdf} at={at} />
          ))}
          <div ref={end} className="g-end" />
        </>
      ) : (
        <p role="status" className="g-soft">
          {plain(texts.loading)}
        </p>
      )}
    </section>
  )
}
