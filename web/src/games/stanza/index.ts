// La Stanza on the page.
import type { Face } from "../../lib/contract";
import { facts, groups, matters, score, stage } from "./face";
import Hand from "./Hand.svelte";
import Own from "./Own.svelte";
import Shared from "./Shared.svelte";
import Small from "./Small.svelte";
import "./stanza.css";
import type { View } from "./view";

const face: Face<View> = { key: "stanza", theme: "stanza", Shared, Own, Small, Hand, facts, score, stage, groups, matters, hand: "table.tiles" };
export default face;
