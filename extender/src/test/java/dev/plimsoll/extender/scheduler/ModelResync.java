package dev.plimsoll.extender.scheduler;

import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.util.List;
import java.util.function.Supplier;

/** Resyncs during which changes are told, and some of which fail: they ask for the policies. */
final class ModelResync implements Supplier<List<CapacityPolicy>> {
  private final SchedulingModel model;
  private final List<CapacityPolicy> policies;
  private Runnable interruption = () -> {};

  ModelResync(SchedulingModel model, List<CapacityPolicy> policies) {
    this.model = model;
    this.policies = List.copyOf(policies);
  }

  @Override
  public List<CapacityPolicy> get() {
    Runnable now = interruption;
    interruption = () -> {};
    now.run();
    return policies;
  }

  /** Returns what had been counted otherwise; empty if nothing, or it failed. */
  List<String> run() {
    boolean fails = model.random.nextInt(3) == 0;
    interruption =
        () -> {
          model.informer.tellOne(model.decisions, model.random);
          model.informer.tellOne(model.decisions, model.random);
          if (fails) {
            throw new IllegalStateException("the policies can't be read");
          }
        };
    try {
      return model.decisions.resync();
    } catch (IllegalStateException e) {
      return List.of();
    }
  }
}
