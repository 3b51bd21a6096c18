package dev.plimsoll.model.tenancy.decision;

/** A step of a decision. Each goes on from where the one before left the ceilings. */
interface DecisionPass {

  /** Moves the ceilings, and says at each of them why. */
  void run(ResourceDecision decision);
}
