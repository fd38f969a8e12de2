import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { useIsNarrow } from '#/web/ui/useIsNarrow.ts'
import { type Paragraph, reflowText, type TextPiece } from './reflow.ts'
import { texts } from './texts.ts'

const maxPixelRatio = 2
/** Height/width ratio of a page before the page is measured. */
const a4Ratio = 297 / 210

async function openPdf(url: string): Promise<PDFDocumentLoadingTask> {
  const [pdfjs, answer] = await Promise.all([import('pdfjs-dist'), fetch(url)])
  if (!answer.ok) throw new Error(inCurrentLanguage(texts.brokenPaper))
  pdfjs.GlobalWorkerOptions.workerSrc = worker
  return pdfjs.getDocument({ data: new Uint8Array(await answer.arrayBuffer()) })
}

/** One page, rendered when it comes near the viewport, with its text for screen readers. */
function PdfPage({ pdf, at }: { readonly pdf: PDFDocumentProxy; readonly at: number }) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [words, setWords] = useState('')
  const [shape, setShape] = useState(a4Ratio)
  useEffect(() => {
    let isCancelled = false
    const draw = async () => {
      const page = await pdf.getPage(at)
      const plainView = page.getViewport({ scale: 1 })
      const [box, sheet] = [frame.current, canvas.current]
      if (isCancelled || !box || !sheet) return
      setShape(plainView.height / plainView.width)
      const scale = (box.clientWidth / plainView.width) * Math.min(maxPixelRatio, window.devicePixelRatio || 1)
      const viewport = page.getViewport({ scale })
      sheet.width = viewport.width
      sheet.height = viewport.height
      await page.render({ canvas: sheet, viewport }).promise
      const content = await page.getTextContent()
      if (!isCancelled) setWords(content.items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    const box = frame.current
    if (!box) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        draw().catch(() => undefined)
      },
      { rootMargin: '800px' },
    )
    observer.observe(box)
    return () => {
      isCancelled = true
      observer.disconnect()
    }
  }, [pdf, at])
  return (
    <div ref={frame} className="g-sheet" style={{ aspectRatio: `1 / ${shape}` }}>
      <canvas ref={canvas} role="img" aria-label={`${inCurrentLanguage(texts.page)} ${at}`} />
      <p className="g-visually-hidden">{words}</p>
    </div>
  )
}

const pageNumbers = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

async function textPiecesOf(pdf: PDFDocumentProxy, at: number): Promise<TextPiece[]> {
  const { items } = await (await pdf.getPage(at)).getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item)) return []
    const [, , slant = 0, size = 0, x = 0, y = 0] = item.transform.map(Number)
    return [{ text: item.str, x, y, width: item.width, size: Math.hypot(slant, size) }]
  })
}

/** Returns the text of the document as paragraphs, if requested; none for a scanned document. */
function useParagraphs(pdf: PDFDocumentProxy | null, isEnabled: boolean): readonly Paragraph[] | null {
  const [found, setFound] = useState<readonly Paragraph[] | null>(null)
  useEffect(() => {
    if (!pdf || !isEnabled) return
    let isCancelled = false
    Promise.all(pageNumbers(pdf.numPages).map((at) => textPiecesOf(pdf, at))).then(
      (pages) => !isCancelled && setFound(reflowText(pages)),
      () => !isCancelled && setFound([]),
    )
    return () => {
      isCancelled = true
    }
  }, [pdf, isEnabled])
  return found
}

function ContractText({ paragraphs }: { readonly paragraphs: readonly Paragraph[] }) {
  return (
    <div className="g-words">
      {paragraphs.map(({ kind, text }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move.
        kind === 'heading' ? <h2 key={at}>{text}</h2> : <p key={at}>{text}</p>,
      )}
    </div>
  )
}

interface ContractViewProps {
  readonly url: string
  /** Called when the last line was visible, with the number of pages. */
  readonly onEnd: (pages: number) => void
  readonly onBroken: () => void
}

/** The document as pages, or as reflowed text on a narrow screen. Calls `onEnd` when its end is reached. */
export function ContractView({ url, onEnd, onBroken }: ContractViewProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const isNarrow = useIsNarrow()
  const [isText, setText] = useState(true)
  const paragraphs = useParagraphs(pdf, isNarrow)
  const canBeText = isNarrow && paragraphs !== null && paragraphs.length > 0
  const isReady = pdf !== null && (!isNarrow || paragraphs !== null)
  const scroller = useRef<HTMLElement>(null)
  const endMarker = useRef<HTMLDivElement>(null)
  const latestHandlers = useRef({ onEnd, onBroken })
  latestHandlers.current = { onEnd, onBroken }
  useEffect(() => {
    let isCancelled = false
    let loadingTask: PDFDocumentLoadingTask | null = null
    openPdf(url)
      .then(async (task) => {
        loadingTask = task
        const loadedPdf = await task.promise
        if (!isCancelled) setPdf(loadedPdf)
      })
      .catch(() => !isCancelled && latestHandlers.current.onBroken())
    return () => {
      isCancelled = true
      void loadingTask?.destroy()
    }
  }, [url])
  useEffect(() => {
    if (!pdf || !isReady || !endMarker.current || !scroller.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latestHandlers.current.onEnd(pdf.numPages)
      },
      // On a narrow screen the window scrolls.
      { root: isNarrow ? null : scroller.current },
    )
    observer.observe(endMarker.current)
    return () => observer.disconnect()
  }, [pdf, isReady, isNarrow])
  return (
    <section
      ref={scroller}
      className="g-paper"
      aria-label={inCurrentLanguage(texts.document)} // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
    >
      {pdf && isReady ? (
        <>
          {canBeText ? (
            <button type="button" className="g-second-button" onClick={() => setText(!isText)}>
              {inCurrentLanguage(isText ? texts.asPages : texts.asText)}
            </button>
          ) : null}
          {canBeText && isText ? <ContractText paragraphs={paragraphs} /> : pageNumbers(pdf.numPages).map((at) => <PdfPage key={at} pdf={pdf} at={at} />)}
          <div ref={endMarker} className="g-end" />
        </>
      ) : (
        <p role="status" className="g-soft">
          {inCurrentLanguage(texts.loading)}
        </p>
      )}
    </section>
  )
}
