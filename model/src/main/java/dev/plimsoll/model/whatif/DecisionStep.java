package dev.plimsoll.model.whatif;

/** A step of the decisions about a pod. */
public enum DecisionStep {
  /** The API server admits or denies the pod, and the claims created with it. */
  Admission("whether the API server admits it"),
  /** kube-scheduler, or the kubelet of the node that the pod names, accepts or rejects the pod. */
  Placement("whether it gets a node"),
  /** The pod's status, or the cluster's records of the pod, are reported. */
  Status("how it stands with it"),
  /** Quotas charge the pod. */
  Charge("what quotas charge for it");

  private final String question;

  DecisionStep(String question) {
    this.question = question;
  }

  /** Returns the question that the step decides, as part of a sentence. */
  public String question() {
    return question;
  }
}
