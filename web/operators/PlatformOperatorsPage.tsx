import { pageTitles } from '#/api/pages.texts.ts'
import { Disputes } from '#/web/disputes/public.tsx'
import { ImportButton } from '#/web/imports/public.tsx'
import { useText } from '#/web/kernel/i18n.ts'
import { Roster } from './Roster.tsx'

/** 平台经营者: people whom units pay in batches. */
export default function PlatformOperatorsPage() {
  const say = useText()
  return (
    <Roster
      kind="platform"
      title={say(pageTitles.userYzPtList)}
      actions={
        <>
          <ImportButton kind="operators" />
          <Disputes />
        </>
      }
    />
  )
}
