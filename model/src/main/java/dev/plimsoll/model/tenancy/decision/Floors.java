package dev.plimsoll.model.tenancy.decision;

/**
 * What is never taken: what pods are charged, those without a node too, as long as all of it fits
 * into what there is. Where it doesn't, only what runs is kept.
 */
final class Floors implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    if (decision.seen().charged() <= decision.divided()) {
      decision.ceilings().forEach(c -> c.keep(c.seen().charged()));
    }
  }
}
