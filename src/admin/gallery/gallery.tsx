import { StrictMode } from "react";
import { BrowserRouter, Route, Routes } from "react-router-dom";
import { GalleryContext, type GalleryParts } from "./gallery-parts.ts";
import { PhonePage } from "./phone-page.tsx";
import { PluginList } from "./plugin-list.tsx";
import { PluginPage } from "./plugin-page.tsx";
import "./gallery.css";

/** `/dev/plugins` and below. */
export function Gallery({ parts }: { readonly parts: GalleryParts }) {
  return (
    <StrictMode>
      <GalleryContext value={parts}>
        <BrowserRouter basename="/dev/plugins">
          <Routes>
            <Route path="/" element={<PluginList />} />
            <Route path="/:kind/:name" element={<PluginPage />} />
            <Route path="/phone/:kind/:name" element={<PhonePage />} />
            <Route path="*" element={<PluginList />} />
          </Routes>
        </BrowserRouter>
      </GalleryContext>
    </StrictMode>
  );
}
