package dev.plimsoll.testkit.admission;

import com.google.gson.JsonObject;

/** May change or deny what is about to be written; an error is thrown as a StatusError. */
public interface Admission {
  /** Returns the object to admit, possibly changed. */
  JsonObject mutate(AdmissionCall call);

  void validate(AdmissionCall call);
}
