import type { ColourMode } from './appearance-settings.ts'
import './colours.css'

/** Applies the colour mode: all colours, greyscale, or colours for colour-blind users. */
export function applyColours(colours: ColourMode): void {
  document.documentElement.dataset.colours = colours
}
