import { groundNames } from '#/api/taxation/platformreports.texts.ts'
import { filingMethodNames } from '#/api/taxation/policies.texts.ts'
import type { GroundRule } from '#/domain/taxation/reporter-plan.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { planTexts } from './plan-texts.ts'

/** The rules that exempt income from reporting, in order. */
export function Rules({ rules }: { readonly rules: readonly GroundRule[] }) {
  const t = useText()
  if (rules.length === 0) return <span>{t(planTexts.noRules)}</span>
  return (
    <ol>
      {rules.map(({ ground, ways, categories }, at) => (
        // The position identifies a rule.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the number of the rule
        <li key={at}>
          {`${t(groundNames[ground])} · ${ways.map((way) => t(filingMethodNames[way])).join(' / ')} · ${categories.length === 0 ? t(planTexts.allCategories) : categories.join(' / ')}`}
        </li>
      ))}
    </ol>
  )
}
