// The title and the icon of the page tell that it is one's turn, also from another tab.

export function tell(title: string, mine: boolean): void {
  document.title = title;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = new URL(mine ? "icon-turn.svg" : "icon.svg", document.baseURI.split("#")[0]).href;
  if (link && link.href !== wanted) link.href = wanted;
}

let audio: AudioContext | null = null;

/** Two soft notes, for those who switched sounds on. */
export function chime(): void {
  try {
    audio ??= new AudioContext();
    [587, 880].forEach((pitch, n) => {
      const at = audio!.currentTime + n * 0.14;
      const note = audio!.createOscillator();
      const loud = audio!.createGain();
      note.frequency.value = pitch;
      note.type = "sine";
      loud.gain.setValueAtTime(0, at);
      loud.gain.linearRampToValueAtTime(0.08, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
      note.connect(loud).connect(audio!.destination);
      note.start(at);
      note.stop(at + 0.55);
    });
  } catch {
    // No sound, no harm.
  }
}
