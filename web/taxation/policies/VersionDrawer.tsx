import { lawGradeNames } from '#/api/taxation/policies.texts.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import type { Version } from './PoliciesPage.tsx'
import { texts } from './texts.ts'
import { Changes, WhenTag } from './values.tsx'

/** One version: its days, its source and its changes. */
export function VersionDrawer({ version, onClose }: { readonly version: Version; readonly onClose: () => void }) {
  const say = useText()
  const { publishedBy, publishedAt } = version
  const origin = publishedBy === null ? say(texts.program) : `${say(texts.publishedBy, { name: publishedBy })} · ${formatDateTimeSeconds(publishedAt)}`
  return (
    <DetailDrawer isOpen title={version.version} onClose={onClose} width={820}>
      <div className="k-stack">
        <Facts
          columns={2}
          rows={[
            { label: say(texts.state), value: <WhenTag when={version.when} /> },
            { label: say(texts.origin), value: origin },
            { label: say(texts.firstDay), value: version.firstDay },
            { label: say(texts.lastDay), value: version.lastDay ?? say(texts.noEnd) },
            { label: say(texts.grade), value: version.grade ? say(lawGradeNames[version.grade]) : '—' },
            { label: say(texts.batches), value: String(version.batches) },
            { label: say(texts.source), value: version.source, isWide: true },
            { label: say(texts.digest), value: version.digest, isWide: true },
          ]}
        />
        <h3>{say(texts.changes)}</h3>
        <Changes id="policy-version-changes" changes={version.changes} />
      </div>
    </DetailDrawer>
  )
}
