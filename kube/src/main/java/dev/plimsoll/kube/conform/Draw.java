package dev.plimsoll.kube.conform;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Draws at random by a seed, so that what was recorded can be recorded again. */
public final class Draw {
  private final Random random;

  /** Makes the draws of one case, which a seed, a subject and a number identify. */
  public Draw(long seed, String what, int index) {
    random = new Random(seed * 1_000_003 + what.hashCode() * 10_007L + index);
  }

  /** Returns a random choice; all are equally likely. */
  @SafeVarargs
  public final <T> T of(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** Returns a random choice; all are equally likely. */
  public <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** Returns some random choices, within bounds of their number. */
  public <T> List<T> some(List<T> choices, int least, int most) {
    List<T> shuffled = new ArrayList<>(choices);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, Math.min(choices.size(), between(least, most)));
  }

  /** Returns whether something happens that happens so often in a hundred times. */
  public boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  /** Returns a number from the least to the most. */
  public int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }
}
