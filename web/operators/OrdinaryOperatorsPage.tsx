import { pageTitles } from '#/api/pages.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Roster } from './Roster.tsx'

/** 普通经营者: people with a business of their own who came by themselves. */
export default function OrdinaryOperatorsPage() {
  const say = useText()
  return <Roster kind="ordinary" title={say(pageTitles.userYzList)} />
}
