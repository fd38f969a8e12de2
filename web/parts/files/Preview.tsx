import { type KeyboardEvent, lazy, Suspense, type TouchEvent, useEffect, useRef, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button, type ButtonProps } from '#/web/ui/Button.tsx'
import { Failure } from '#/web/ui/Failure.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { DownloadOutlined, LeftOutlined, RightOutlined, RotateRightOutlined, ZoomInOutlined, ZoomOutOutlined } from '#/web/ui/icons.ts'
import { Overlay } from '#/web/ui/Overlay.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { downloadFile } from './download.ts'
import { fileTexts } from './file.texts.ts'
import './preview.css'

const PdfPages = lazy(() => import('./PdfPages.tsx').then((part) => ({ default: part.PdfPages })))

interface OpenedFile {
  readonly fileId: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: ArrayBuffer
  /** The address of a picture; null for other files. */
  readonly url: string | null
}

async function openFile(fileId: string): Promise<OpenedFile> {
  const { url, name } = await api.files.link({ fileId })
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${answer.status}`)
  const mediaType = answer.headers.get('content-type') ?? ''
  const bytes = await answer.arrayBuffer()
  return { fileId, name, mediaType, bytes, url: mediaType.startsWith('image/') ? URL.createObjectURL(new Blob([bytes], { type: mediaType })) : null }
}

const minZoom = 0.25
const maxZoom = 4
const step = 1.25

function useOpenedFile(fileId: string) {
  const [opened, setOpened] = useState<OpenedFile | null>(null)
  const [failure, setFailure] = useState<{ readonly fileId: string; readonly error: unknown } | null>(null)
  useEffect(() => {
    let isCancelled = false
    let url: string | null = null
    openFile(fileId).then(
      (file) => {
        url = file.url
        if (isCancelled && url) URL.revokeObjectURL(url)
        if (!isCancelled) setOpened(file)
      },
      (error: unknown) => {
        if (!isCancelled) setFailure({ fileId, error })
      },
    )
    return () => {
      isCancelled = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [fileId])
  // The previous file must not be shown while the next one loads.
  return { opened: opened?.fileId === fileId ? opened : null, failure: failure?.fileId === fileId ? failure.error : null }
}

function Picture({ file, zoom, turn, width }: { readonly file: OpenedFile; readonly zoom: number; readonly turn: number; readonly width: number }) {
  const [natural, setNatural] = useState({ width: 0, height: 0 })
  const isSideways = turn % 180 !== 0
  const fitScale = natural.width === 0 ? 0 : Math.min(1, width / (isSideways ? natural.height : natural.width)) * zoom
  const [wide, high] = [natural.width * fitScale, natural.height * fitScale]
  return (
    <div style={{ width: isSideways ? high : wide, height: isSideways ? wide : high, display: 'grid', placeItems: 'center' }}>
      <img
        src={file.url ?? ''}
        alt={file.name}
        onLoad={(event) => setNatural({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })}
        style={{ ...(wide > 0 && { width: wide, height: high }), transform: `rotate(${turn}deg)` }}
      />
    </div>
  )
}

/** Shows a PDF or picture with zoom and rotation. Other files are offered for download. */
function FileViewer({ fileId, opened, failure }: ReturnType<typeof useOpenedFile> & { readonly fileId: string }) {
  const t = useText()
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const [pages, setPages] = useState(0)
  const [width, setWidth] = useState(0)
  const [known, setKnown] = useState(fileId)
  if (known !== fileId) {
    setKnown(fileId)
    setZoom(1)
    setTurn(0)
    setPages(0)
  }
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (opened && frame.current) setWidth(Math.max(120, frame.current.clientWidth - 32))
  }, [opened])
  const isPdf = opened?.mediaType === 'application/pdf'
  const isShown = opened !== null && (isPdf || opened.url !== null)
  const button = (label: string, icon: ButtonProps['icon'], onClick: () => void, isOff = false) => (
    <Button aria-label={label} title={label} icon={icon} disabled={isOff} onClick={onClick} />
  )
  const tools = (
    <div className="k-row">
      {button(t(fileTexts.zoomOut), <Icon of={ZoomOutOutlined} />, () => setZoom(Math.max(minZoom, zoom / step)), !isShown || zoom <= minZoom)}
      <Button disabled={!isShown} onClick={() => setZoom(1)} title={t(fileTexts.fit)} aria-label={t(fileTexts.fit)}>
        {Math.round(zoom * 100)} %
      </Button>
      {button(t(fileTexts.zoomIn), <Icon of={ZoomInOutlined} />, () => setZoom(Math.min(maxZoom, zoom * step)), !isShown || zoom >= maxZoom)}
      {button(t(fileTexts.rotate), <Icon of={RotateRightOutlined} />, () => setTurn((turn + 90) % 360), !isShown)}
      {button(t(fileTexts.download), <Icon of={DownloadOutlined} />, () => void downloadFile(fileId))}
      {pages > 0 ? <span className="k-muted">{t(fileTexts.pages, { pages })}</span> : null}
    </div>
  )
  return (
    <div className="k-stack">
      {tools}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section ref={frame} className="k-preview" aria-label={opened?.name ?? t(fileTexts.view)} tabIndex={0}>
        {failure ? <Failure error={failure} /> : null}
        {!opened && !failure ? <Skeleton rows={8} /> : null}
        {opened && !isShown ? <p className="k-muted">{t(fileTexts.none)}</p> : null}
        {opened?.url ? <Picture file={opened} zoom={zoom} turn={turn} width={width} /> : null}
        {opened && isPdf && width > 0 ? (
          <Suspense fallback={<Skeleton rows={8} />}>
            <PdfPages bytes={opened.bytes} zoom={zoom} turn={turn} width={width} onPages={setPages} />
          </Suspense>
        ) : null}
      </section>
    </div>
  )
}

/** Shows a file within the page. */
export function FileView({ fileId }: { readonly fileId: string }) {
  return <FileViewer fileId={fileId} {...useOpenedFile(fileId)} />
}

const minSwipePx = 60

/** Returns the position in a series of files, which arrow keys and swipes change. A zoomed picture scrolls instead. */
function useFileSeries(first: string, files: readonly string[]) {
  const [fileId, setFileId] = useState(first)
  const touchStart = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const at = files.indexOf(fileId)
  const changeTurn = (step: number) => {
    const next = files[(at + step + files.length) % files.length]
    if (next !== undefined) setFileId(next)
  }
  const isScrollable = (target: EventTarget) => {
    const frame = target instanceof Element ? target.closest('.k-preview') : null
    return frame !== null && frame.scrollWidth > frame.clientWidth
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || files.length < 2 || event.altKey || event.ctrlKey || event.metaKey || isScrollable(event.target)) return
    event.preventDefault()
    changeTurn(step)
  }
  const onTouchStart = (event: TouchEvent) => {
    const finger = event.touches.item(0)
    touchStart.current = finger && event.touches.length === 1 && !isScrollable(event.target) ? { x: finger.clientX, y: finger.clientY } : null
  }
  const onTouchEnd = (event: TouchEvent) => {
    const finger = event.changedTouches.item(0)
    const swipeStart = touchStart.current
    touchStart.current = null
    if (!finger || !swipeStart || files.length < 2) return
    const [right, down] = [finger.clientX - swipeStart.x, finger.clientY - swipeStart.y]
    if (Math.abs(right) >= minSwipePx && Math.abs(right) > 2 * Math.abs(down)) changeTurn(right < 0 ? 1 : -1)
  }
  return { fileId, at, turn: changeTurn, press: handleKeyDown, touch: { onTouchStart, onTouchEnd } }
}

interface PreviewProps {
  readonly fileId: string
  /** All files of a series, to page through with buttons, arrow keys and swipes. After the last comes the first. */
  readonly among?: readonly string[]
  readonly onClose: () => void
}

/** Shows a file in a window over the page. */
export function Preview({ fileId: first, among = [first], onClose }: PreviewProps) {
  const t = useText()
  const { fileId, at, turn, press, touch } = useFileSeries(first, among)
  const file = useOpenedFile(fileId)
  const seriesButtons = (
    <div className="k-row">
      <Button aria-label={t(fileTexts.previous)} title={t(fileTexts.previous)} icon={<Icon of={LeftOutlined} />} onClick={() => turn(-1)} />
      <span role="status">
        {at + 1} / {among.length}
      </span>
      <Button aria-label={t(fileTexts.next)} title={t(fileTexts.next)} icon={<Icon of={RightOutlined} />} onClick={() => turn(1)} />
    </div>
  )
  return (
    <Overlay
      kind="dialog"
      onClose={onClose}
      title={file.opened?.name ?? t(fileTexts.view)}
      extra={among.length > 1 ? seriesButtons : null}
      width={920}
      closesOutside
      onKeyDown={press}
    >
      <div {...touch}>
        <FileViewer fileId={fileId} {...file} />
      </div>
    </Overlay>
  )
}
