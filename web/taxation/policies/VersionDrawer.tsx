import { lawGradeNames } from '#/api/taxation/policies.texts.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import type { PolicyVersion } from './PoliciesPage.tsx'
import { texts } from './texts.ts'
import { Changes, EffectTag } from './values.tsx'

/** One version: its days, its source and its changes. */
export function VersionDrawer({ version, onClose }: { readonly version: PolicyVersion; readonly onClose: () => void }) {
  const t = useText()
  const { publishedBy, publishedAt } = version
  const origin = publishedBy === null ? t(texts.program) : `${t(texts.publishedBy, { name: publishedBy })} · ${formatDateTimeSeconds(publishedAt)}`
  return (
    <DetailDrawer title={version.version} onClose={onClose} width={820}>
      <div className="k-stack">
        <Facts
          columns={2}
          rows={[
            { label: t(texts.state), value: <EffectTag when={version.when} /> },
            { label: t(texts.origin), value: origin },
            { label: t(texts.firstDay), value: version.firstDay },
            { label: t(texts.lastDay), value: version.lastDay ?? t(texts.noEnd) },
            { label: t(texts.grade), value: version.grade ? t(lawGradeNames[version.grade]) : '—' },
            { label: t(texts.batches), value: String(version.batches) },
            { label: t(texts.source), value: version.source, isWide: true },
            { label: t(texts.digest), value: version.digest, isWide: true },
          ]}
        />
        <h3>{t(texts.changes)}</h3>
        <Changes id="policy-version-changes" changes={version.changes} />
      </div>
    </DetailDrawer>
  )
}
