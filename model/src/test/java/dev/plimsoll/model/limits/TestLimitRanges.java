package dev.plimsoll.model.limits;

import static dev.plimsoll.model.fixtures.PodFixtures.list;

import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.LimitRangeItem;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.quantity.Resources;
import java.util.List;

/** Makes LimitRanges for tests, as the API server would read them. */
public final class TestLimitRanges {

  private TestLimitRanges() {}

  /** Returns a LimitRange with its own defaults. */
  public static LimitRange of(String name, LimitRangeItem... items) {
    return LimitRangeDefaults.apply(new LimitRange(ObjectMeta.of("team-a", name), List.of(items)));
  }

  /** Returns an item that bounds nothing. */
  public static LimitRangeItem item(String type) {
    Resources none = Resources.EMPTY;
    return new LimitRangeItem(type, none, none, none, none, none);
  }

  /** Returns an item with a max. */
  public static LimitRangeItem max(String type, String max) {
    Resources none = Resources.EMPTY;
    return new LimitRangeItem(type, list(max), none, none, none, none);
  }

  /** Returns an item with a min. */
  public static LimitRangeItem min(String type, String min) {
    Resources none = Resources.EMPTY;
    return new LimitRangeItem(type, none, list(min), none, none, none);
  }

  /** Returns an item with a ratio. */
  public static LimitRangeItem ratio(String type, String ratio) {
    Resources none = Resources.EMPTY;
    return new LimitRangeItem(type, none, none, none, none, list(ratio));
  }

  /** Returns an item for containers with defaults. */
  public static LimitRangeItem defaults(String requests, String limits) {
    Resources none = Resources.EMPTY;
    return new LimitRangeItem("Container", none, none, list(limits), list(requests), none);
  }
}
