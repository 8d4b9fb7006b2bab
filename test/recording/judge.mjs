/** Compares two records of one story; further records of the first side show what varies from run to run. */

/** @returns {{ missing: string[], extra: string[], racy: string[], another: string[] }} of one group of texts. */
function judgeGroup(before, after, repeats) {
  const [one, other] = [before, after].map(counted);
  const others = repeats.map(counted);
  const missing = [];
  const extra = [];
  const racy = [];
  for (const text of new Set([one, other, ...others].flatMap((texts) => [...texts.keys()]))) {
    const wanted = one.get(text) ?? 0;
    if (others.some((texts) => wanted !== (texts.get(text) ?? 0))) {
      racy.push(text);
      continue;
    }
    const difference = (other.get(text) ?? 0) - wanted;
    for (let count = 0; count < Math.abs(difference); count += 1) (difference < 0 ? missing : extra).push(text);
  }
  // What varies may take a third form; everything else must be there.
  return racy.length === 0 ? { missing, extra, racy, another: [] } : { missing, extra: [], racy, another: extra };
}

export function judgeStory(before, after, repeats) {
  const groups = new Set([before, after, ...repeats].flatMap((story) => [...story.keys()]));
  const textsOf = (story, group) => story.get(group) ?? [];
  return [...groups].map((group) => ({
    group,
    ...judgeGroup(
      textsOf(before, group),
      textsOf(after, group),
      repeats.map((story) => textsOf(story, group)),
    ),
  }));
}

function counted(texts) {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
