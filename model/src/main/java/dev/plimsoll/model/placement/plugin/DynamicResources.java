package dev.plimsoll.model.placement.plugin;

import dev.plimsoll.model.placement.Diagnosis;
import dev.plimsoll.model.placement.FilterPlugin;
import dev.plimsoll.model.placement.PodInfo;
import dev.plimsoll.model.placement.PostFilterPlugin;
import dev.plimsoll.model.placement.PreFilterResult;
import dev.plimsoll.model.placement.Snapshot;

/** Placeholder. */
public final class DynamicResources implements FilterPlugin, PostFilterPlugin {
  private static final String NAME = "DynamicResources";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo pod, Snapshot snapshot) {
    return PreFilterResult.skip();
  }

  @Override
  public Result postFilter(Diagnosis diagnosis) {
    return diagnosis.asked(NAME)
        ? new Unhelpful("no new claims to deallocate")
        : new Failed("not found");
  }
}
