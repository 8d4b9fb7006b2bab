/** Two records of one story, by what a second record of the first side tells to vary from run to run. */

/** @returns {{ missing: string[], extra: string[], racy: string[] }} of one group of texts. */
export function judgeGroup(before, after, again = before) {
  const [one, two, other] = [before, again, after].map(counted);
  const missing = [];
  const extra = [];
  const racy = [];
  for (const text of new Set([...one.keys(), ...two.keys(), ...other.keys()])) {
    const wanted = one.get(text) ?? 0;
    if (wanted !== (two.get(text) ?? 0)) {
      racy.push(text);
      continue;
    }
    const difference = (other.get(text) ?? 0) - wanted;
    for (let count = 0; count < Math.abs(difference); count += 1) (difference < 0 ? missing : extra).push(text);
  }
  // What varies may come out in a third way; what does not has to be there.
  return { missing, extra: racy.length === 0 ? extra : [], racy };
}

export function judgeStory(before, after, again) {
  const groups = new Set([before, after, again ?? before].flatMap((story) => [...story.keys()]));
  return [...groups].map((group) => ({
    group,
    ...judgeGroup(before.get(group) ?? [], after.get(group) ?? [], again === undefined ? undefined : (again.get(group) ?? [])),
  }));
}

function counted(texts) {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
