import { entityFields, entityFormNames, levyNames, obligationKindNames, taxKindNames } from '#/api/people/entities.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import type { Entity } from './StateTags.tsx'

const factNames: Readonly<Record<string, Text>> = { ...entityFields, ...obligationKindNames }
const valueNames: Readonly<Record<string, Readonly<Record<string, Text>>>> = { taxKind: taxKindNames, levy: levyNames, form: entityFormNames }

/** Facts of a business with their old and new values. */
export function FactChanges({ facts }: { readonly facts: Entity['steps'][number]['facts'] }) {
  const t = useText()
  const displayText = (fact: string, value: string) => {
    const name = valueNames[fact]?.[value]
    return name ? t(name) : value
  }
  return facts.map((fact) => (
    <p key={fact.fact} className="k-note">
      {factNames[fact.fact] ? t(factNames[fact.fact] as Text) : fact.fact}: {fact.before ? <del>{displayText(fact.fact, fact.before)}</del> : null}{' '}
      {displayText(fact.fact, fact.after)}
    </p>
  ))
}
