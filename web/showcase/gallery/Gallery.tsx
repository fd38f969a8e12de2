import { useText } from '#/web/kernel/i18n.ts'
import { ChartParts } from '#/web/showcase/pages/charts.tsx'
import { Buttons, Choices } from './actions.tsx'
import { Fields } from './fields.tsx'
import { Layers } from './layers.tsx'
import { ListCharts, Lists, OtherLists, Sheets } from './lists.tsx'
import { Absent, Details, Messages, Statuses } from './notes.tsx'
import { OtherFields } from './other-fields.tsx'
import { Part } from './Part.tsx'
import { words } from './texts.ts'

const states = ['empty', 'filled', 'wrong', 'off'] as const

/** Every component of the kit in its states. e2e/gallery.spec.ts takes a picture of each part. */
export function Gallery() {
  const t = useText()
  return (
    <>
      <Layers />
      {states.map((state) => (
        <Part key={state} name={`fields-${state}`} title={t(words[state])}>
          <Fields state={state} />
        </Part>
      ))}
      <OtherFields />
      <Buttons />
      <Choices />
      <Messages />
      <Statuses />
      <Details />
      <Absent />
      <Lists />
      <OtherLists />
      <Sheets />
      <Part name="charts" title={t(words.charts)}>
        <ChartParts />
        <ListCharts />
      </Part>
    </>
  )
}
