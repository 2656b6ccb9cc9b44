// The shapes of a table, as its style sheets tell them apart too. In `em`, so that large letters count as little room.
import { MediaQuery } from "svelte/reactivity";

export const tabbed = new MediaQuery("(max-width: 56em), (max-height: 30em)"); // one part of the table at a time
export const sheet = new MediaQuery("(max-width: 45em), (max-width: 56em) and (orientation: portrait)"); // the question lies below it
