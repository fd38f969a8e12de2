import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { activeChannels, channelsAt, namesOfChannels } from '#/server/organisations/centres/store-fragments.ts'
import { activeChannelsOfCentre, channelNames, ownChannels } from '#/server/organisations/units/public.ts'

export const answers: readonly Answer[] = [
  answer(activeChannelsOfCentre, (_, centreId) => activeChannels(centreId)),
  answer(channelNames, (_, ids) => namesOfChannels(ids)),
  answer(ownChannels, (_, centreId, ids) => channelsAt(centreId, ids)),
]
