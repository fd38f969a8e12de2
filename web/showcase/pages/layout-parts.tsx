import { type KeyboardEvent, lazy, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { usePrefersReducedMotion } from '#/web/kernel/appearance.ts'
import { formatCount } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { texts } from '#/web/showcase/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { ProgressBar } from '#/web/ui/ProgressBar.tsx'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Steps } from '#/web/ui/Steps.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { Tooltip } from '#/web/ui/Tooltip.tsx'

const Gallery = lazy(async () => ({ default: (await import('#/web/showcase/gallery/Gallery.tsx')).Gallery }))

const layoutTexts = {
  left: { zh: '左栏', en: 'Left pane', es: 'Panel izquierdo', ja: '左ペイン' },
  right: { zh: '右栏', en: 'Right pane', es: 'Panel derecho', ja: '右ペイン' },
  border: { zh: '两栏的边界', en: 'Border of the panes', es: 'Borde de los paneles', ja: 'ペインの境界' },
  bar: { zh: '滚动页面，此条停在顶部', en: 'Scroll: this bar stays', es: 'Desplácese: esta barra se queda', ja: 'スクロールしてもこのバーは残ります' },
  row: { zh: '第 {number} 行', en: 'Row {number}', es: 'Fila {number}', ja: '{number} 行目' },
  count: { zh: '目标值', en: 'Count to', es: 'Contar hasta', ja: '目標値' },
  hint: { zh: '悬停或聚焦时显示', en: 'Shown on hover and focus', es: 'Aparece al señalar o enfocar', ja: 'ポイントまたはフォーカスで表示' },
  prepared: { zh: '制单', en: 'Prepared', es: 'Preparado', ja: '作成' },
  checked: { zh: '复核', en: 'Checked', es: 'Verificado', ja: '確認' },
  paid: { zh: '支付', en: 'Paid', es: 'Pagado', ja: '支払' },
  top: { zh: '返回顶部', en: 'Back to top', es: 'Volver arriba', ja: 'トップへ戻る' },
} as const satisfies Record<string, Text>

const minShare = 20
const limit = 80
const clamp = (share: number) => Math.min(limit, Math.max(minShare, share))

/** Two panes with a movable divider. */
export function SplitPane() {
  const t = useText()
  const [share, setShare] = useState(50)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -5, ArrowRight: 5, Home: -100, End: 100 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setShare((was) => clamp(was + step))
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (box && event.currentTarget.hasPointerCapture(event.pointerId)) setShare(clamp(Math.round(((event.clientX - box.left) * 100) / box.width)))
  }
  return (
    <div className="x-split" style={{ gridTemplateColumns: `${share}fr 10px ${100 - share}fr` }}>
      <div className="k-panel">{t(layoutTexts.left)}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: an hr cannot be dragged. */}
      <div
        role="separator"
        tabIndex={0}
        aria-label={t(layoutTexts.border)}
        aria-orientation="vertical"
        aria-valuemin={minShare}
        aria-valuemax={limit}
        aria-valuenow={share}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      />
      <div className="k-panel">{t(layoutTexts.right)}</div>
    </div>
  )
}

function ManyRows() {
  const t = useText()
  return (
    <ol className="x-rows">
      {Array.from({ length: 60 }, (_, at) => at + 1).map((number) => (
        <li key={number}>{t(layoutTexts.row, { number })}</li>
      ))}
    </ol>
  )
}

/** A bar that stays at the top. */
export function StickyBar() {
  const t = useText()
  return (
    <>
      <div className="x-sticky k-row k-spread">
        <span>{t(layoutTexts.bar)}</span>
        <Button size="small" onClick={() => showNotice('success', t(texts.saved))}>
          {t(texts.save)}
        </Button>
      </div>
      <ManyRows />
    </>
  )
}

const countMs = 1200

/** A figure that counts up; without animation for users who prefer reduced motion. */
export function CountUp() {
  const t = useText()
  const currentLanguage = useLanguage()
  const isMotionReduced = usePrefersReducedMotion()
  const [target, setTarget] = useState(2026)
  const [run, setRun] = useState(0)
  const [shown, setShown] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every run restarts from zero.
  useEffect(() => {
    if (isMotionReduced) return setShown(target)
    let frame = 0
    let startedAt: number | null = null
    const step = (now: number) => {
      startedAt ??= now
      const part = Math.min(1, (now - startedAt) / countMs)
      setShown(Math.round(target * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [target, isMotionReduced, run])
  return (
    <>
      <p className="x-count">{formatCount(shown, currentLanguage)}</p>
      <div className="k-row">
        <label className="x-field">
          <span>{t(layoutTexts.count)}</span>
          <input
            className="k-input"
            type="number"
            min={0}
            max={999_999}
            value={target}
            onChange={(event) => setTarget(Math.min(999_999, Math.max(0, Math.round(Number(event.target.value)))))}
          />
        </label>
        <Button onClick={() => setRun(run + 1)}>{t(texts.start)}</Button>
      </div>
    </>
  )
}

const stages = ['prepared', 'checked', 'paid'] as const

/** The small components of a page, all controlled by one choice. */
export function SmallParts() {
  const t = useText()
  const [at, setAt] = useState<number>(1)
  const [isOn, setOn] = useState(true)
  return (
    <>
      <Segmented<number>
        aria-label={t(texts.status)}
        value={at}
        onChange={setAt}
        options={stages.map((way, value) => ({ value, label: t(layoutTexts[way]) }))}
      />
      <Steps
        items={stages.map((way, each) => ({
          title: t(layoutTexts[way]),
          state: each < at ? ('done' as const) : each === at ? ('now' as const) : ('later' as const),
        }))}
      />
      <ProgressBar label={t(texts.status)} total={3} parts={[{ tone: 'green', count: at + 1, label: t(layoutTexts[stages[at] ?? 'paid']) }]} />
      <div className="k-row">
        <StatusTag tone={isOn ? 'green' : 'grey'}>{t(isOn ? texts.published : texts.draft)}</StatusTag>
        <Switch checked={isOn} onChange={setOn} aria-label={t(texts.status)} />
        <Tooltip title={t(layoutTexts.hint)}>
          <Button>{t(texts.more)}</Button>
        </Tooltip>
      </div>
      <Suspense fallback={null}>
        <Gallery />
      </Suspense>
    </>
  )
}

/** A button back to the top, visible after scrolling down. */
export function BackToTop() {
  const t = useText()
  const isMotionReduced = usePrefersReducedMotion()
  const topMarker = useRef<HTMLDivElement>(null)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (!topMarker.current) return
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false))
    observer.observe(topMarker.current)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div ref={topMarker} className="x-start" />
      <ManyRows />
      {isAway ? (
        <Button
          type="primary"
          className="x-up"
          onClick={() => topMarker.current?.parentElement?.scrollIntoView({ block: 'start', behavior: isMotionReduced ? 'auto' : 'smooth' })}
        >
          {t(layoutTexts.top)}
        </Button>
      ) : null}
    </>
  )
}
